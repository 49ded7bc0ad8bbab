import type { LanguageModel } from 'ai';
import { limitedResponse } from '../core/limited-response.ts';

/**
 * The maximum size of one answer, unpacked. Four thousand tokens, each in its own event, take less than two
 * megabytes.
 */
const MAX_ANSWER_BYTES = 8_000_000;

/**
 * `fetch` for the requests to a model. It follows no redirect: another server would get the visitor's
 * words and, with some providers, the key.
 */
export const modelFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  // The libraries would accept an answer of two gigabytes.
  return limitedResponse(response, MAX_ANSWER_BYTES, 'The answer is too large.');
};

/** The package for the requests to a provider. Each package is imported only when its provider is used. */
type WireForm = 'openai-compatible' | 'openai' | 'anthropic' | 'google';

export interface Provider {
  /** In flags and variables: `--groq-model`, `GROQ_API_KEY`. */
  readonly id: string;
  /** For sentences. */
  readonly name: string;
  readonly wire: WireForm;
  /** The address of the provider; `<PROVIDER>_BASE_URL` replaces it. */
  readonly baseUrl: string;
  /** Whether it refuses requests without a key. */
  readonly needsKey: boolean;
  /** Fields of OpenAI's form, or of its extensions, for which the provider refuses the whole request. */
  readonly refusedFields: readonly string[];
}

/**
 * The addresses come from the documentation of each provider; `local` is a server of the owner,
 * and its address is the one of Ollama.
 */
const rows = [
  ['groq', 'Groq', 'openai-compatible', 'https://api.groq.com/openai/v1'],
  ['openai', 'OpenAI', 'openai', 'https://api.openai.com/v1'],
  ['anthropic', 'Anthropic', 'anthropic', 'https://api.anthropic.com/v1'],
  ['google', 'Google', 'google', 'https://generativelanguage.googleapis.com/v1beta'],
  ['mistral', 'Mistral', 'openai-compatible', 'https://api.mistral.ai/v1'],
  ['openrouter', 'OpenRouter', 'openai-compatible', 'https://openrouter.ai/api/v1'],
  ['deepseek', 'DeepSeek', 'openai-compatible', 'https://api.deepseek.com'],
  ['xai', 'xAI', 'openai-compatible', 'https://api.x.ai/v1'],
  ['local', 'the local server', 'openai-compatible', 'http://127.0.0.1:11434/v1'],
] as const;

/** Some providers expect a model's earlier thoughts in the conversation; these providers refuse them. */
const refusedFields: Readonly<Record<string, readonly string[]>> = {
  groq: ['reasoning_content'],
  mistral: ['reasoning_content', 'stream_options'],
};

/** Every provider a home can ask. */
export const providers: readonly Provider[] = rows.map(([id, name, wire, baseUrl]) => ({
  id,
  name,
  wire,
  baseUrl,
  needsKey: id !== 'local',
  refusedFields: refusedFields[id] ?? [],
}));

/** The model the owner chose, and how to reach it. */
export interface ModelChoice {
  readonly provider: Provider;
  /** As the provider calls it: `llama-3.3-70b-versatile`. */
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | undefined;
}

/** The body of a request without the fields that the provider refuses. */
function withoutFields(body: Readonly<Record<string, unknown>>, fields: readonly string[]) {
  const kept = (value: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)));
  const { messages } = body;
  return { ...kept(body), ...(Array.isArray(messages) ? { messages: messages.map(kept) } : {}) };
}

/** Loads the provider's package and returns the model. */
export async function loadModel({ provider, model, baseUrl, key }: ModelChoice): Promise<LanguageModel> {
  // Otherwise the library writes its warnings to the terminal.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const settings = {
    baseURL: baseUrl,
    fetch: modelFetch,
    ...(key === undefined ? {} : { apiKey: key }),
  };
  switch (provider.wire) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      // Uses the chat form and not the newer one, because every OpenAI-compatible address accepts the chat
      // form.
      return createOpenAI(settings).chat(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(settings)(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(settings)(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { extractReasoningMiddleware, wrapLanguageModel } = await import('ai');
      const compatible = createOpenAICompatible({
        ...settings,
        name: provider.id,
        includeUsage: true,
        transformRequestBody: (body) => withoutFields(body, provider.refusedFields),
      }).chatModel(model);
      // Removes a model's thoughts from its answer: some servers leave them in the text, between these tags.
      return wrapLanguageModel({
        model: compatible,
        middleware: extractReasoningMiddleware({ tagName: 'think' }),
      });
    }
  }
}
