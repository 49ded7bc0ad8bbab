import type { ServerResponse } from 'node:http';
import { listen, withBody } from './loopback.ts';

interface Asked {
  readonly tools?: readonly {
    readonly name?: string;
    readonly function?: { readonly name: string };
    readonly functionDeclarations?: readonly { readonly name: string }[];
  }[];
}

/** A tool that runs a command, by its name in each program and version, with its arguments. */
const shells = (command: string, codex: object): Readonly<Record<string, object>> => ({
  exec_command: { cmd: command, ...codex },
  shell_command: { command, ...codex },
  shell: { command: ['bash', '-lc', command], ...codex },
  bash: { command, description: 'Says hello' },
  run_shell_command: { command },
});
const SHELL_NAMES = Object.keys(shells('', {}));
const TEXT = 'Said by the scripted model.';

/** A tool that runs a command, and what it gets. */
interface Shell {
  readonly name: string;
  readonly number: number;
  readonly input: object | undefined;
}

/** The results of tools in a request, as each API has them. */
const RESULTS = /"type":"function_call_output"|"role":"tool"|"functionResponse"/g;

/** The tool that the model asks for next, and its number; undefined if it has asked for all of them. */
function shellOf({ tools = [] }: Asked, body: string, script: Script): Shell | undefined {
  const { command: first, more, codex } = script;
  const commands = [first, more && body.includes(more.word) ? more.command : undefined].filter(
    (one) => one !== undefined,
  );
  const number = [...body.matchAll(RESULTS)].length;
  const command = commands[number];
  const name = tools
    .flatMap((tool) => [
      tool.name,
      tool.function?.name,
      ...(tool.functionDeclarations ?? []).map(({ name }) => name),
    ])
    .find((name) => name !== undefined && SHELL_NAMES.includes(name));
  if (name === undefined || command === undefined) return undefined;
  return { name, number: number + 1, input: shells(command, codex)[name] };
}

const events = (response: ServerResponse, lines: readonly string[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(lines.map((line) => `${line}\n\n`).join(''));
};

/** OpenAI's Responses API, as Codex asks it. */
function answerResponses(response: ServerResponse, shell: Shell | undefined): void {
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: null,
    output_tokens_details: null,
  };
  const item = !shell
    ? { type: 'message', role: 'assistant', id: 'm1', content: [{ type: 'output_text', text: TEXT }] }
    : {
        type: 'function_call',
        id: `f${shell.number}`,
        call_id: `c${shell.number}`,
        name: shell.name,
        arguments: JSON.stringify(shell.input),
      };
  const event = (type: string, rest: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}`;
  events(response, [
    event('response.created', { response: { id: 'r1' } }),
    event('response.output_item.done', { output_index: 0, item }),
    event('response.completed', { response: { id: 'r1', usage } }),
  ]);
}

/** OpenAI's chat completions, as OpenCode asks them. */
function answerChat(response: ServerResponse, shell: Shell | undefined): void {
  const call = {
    index: 0,
    id: `c${shell?.number}`,
    type: 'function',
    function: { name: shell?.name, arguments: JSON.stringify(shell?.input) },
  };
  const chunk = (delta: object, finish: string | null): string =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })}`;
  events(response, [
    chunk(!shell ? { role: 'assistant', content: TEXT } : { role: 'assistant', tool_calls: [call] }, null),
    chunk({}, shell ? 'tool_calls' : 'stop'),
    'data: [DONE]',
  ]);
}

/** Google's generateContent, as Gemini CLI asks it. */
function answerGemini(response: ServerResponse, shell: Shell | undefined): void {
  const part = shell ? { functionCall: { name: shell.name, args: shell.input } } : { text: TEXT };
  events(response, [
    `data: ${JSON.stringify({
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    })}`,
  ]);
}

/** What the model does. */
interface Script {
  hang: boolean;
  /** Whether it answers with an error. */
  refuse: boolean;
  /** Answers wait for it. */
  hold: Promise<void> | undefined;
  /** Undefined if it asks for no tool. */
  command: string | undefined;
  /** A second command, for which it asks if a request has this word. */
  more: { readonly word: string; readonly command: string } | undefined;
  /** More fields for the tool of Codex. */
  codex: object;
  /** More headers of its answers. */
  headers: Readonly<Record<string, string>>;
}

function answer(url: string, response: ServerResponse, body: string, script: Script): void {
  if (script.hang) return;
  if (script.refuse) {
    const error = { message: 'The scripted model refuses.', type: 'invalid_request_error' };
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    return;
  }
  let asked: Asked = {};
  try {
    asked = JSON.parse(body) as Asked;
  } catch {
    // A request without a body.
  }
  const shell = shellOf(asked, body, script);
  for (const [name, value] of Object.entries(script.headers)) response.setHeader(name, value);
  if (url.includes('/responses')) answerResponses(response, shell);
  else if (url.includes('/chat/completions')) answerChat(response, shell);
  else if (url.includes('streamGenerateContent')) answerGemini(response, shell);
  else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}');
}

/**
 * A server in place of a model: it asks once for a tool that runs a command, then says a sentence. It hangs as
 * long as `hang` is set, and answers with an error as long as `refuse` is set.
 */
export async function startScriptedModel() {
  const model: Script = {
    hang: false,
    refuse: false,
    hold: undefined,
    command: 'echo hello',
    more: undefined,
    codex: {},
    headers: {},
  };
  /** What the model was sent. */
  const bodies: string[] = [];
  const { url, close } = await listen(
    withBody(async (request, body, response) => {
      bodies.push(body);
      await model.hold;
      answer(request.url, response, body, model);
    }),
  );
  return { url, model, bodies, close };
}
