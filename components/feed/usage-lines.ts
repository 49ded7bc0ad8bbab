import { type TemplateResult, html, nothing } from 'lit';
import { ageText } from '../../data/readings/format.ts';
import { type UsageAnswer, totalOf } from '../../data/usage/usage.ts';
import { sourceText, sumOfRows, usedText } from '../../data/usage/usage-words.ts';
import { budgetLine, windowList } from '../shared/text/usage.ts';

/** What a session has used today and what is left of its context; nothing if the home does not know it. */
export function sessionUsageLine(
  answer: UsageAnswer | undefined,
  key: string,
): TemplateResult | typeof nothing {
  const session = answer?.sessions.find((one) => one.key === key);
  if (!session) return nothing;
  const { harness, tokens, context, sources, updatedAt } = session;
  const parts = [
    usedText(totalOf(tokens), session),
    context && `${Math.round(context.left)} % of the context left`,
  ].filter(Boolean);
  if (parts.length === 0) return nothing;
  // The age of the oldest figure of the line.
  const age = ageText(Math.min(updatedAt, context?.at ?? updatedAt), answer?.now ?? updatedAt);
  const from = sources.length === 0 ? `told by ${harness}` : `${sourceText(sources)},`;
  return html`<span class="line quiet">Today: ${parts.join(', ')} (${from} ${age})</span>`;
}

/** What all agents have used today, the budget and the windows; nothing if no agent has sent anything. */
export function usageSection(answer: UsageAnswer | undefined): TemplateResult | typeof nothing {
  if (!answer || answer.rows.length + answer.limits.length === 0) return nothing;
  const { rows, limits, now } = answer;
  const { tokens, ...cost } = sumOfRows(rows);
  const sources = [...new Set(rows.flatMap((row) => row.sources))];
  return html`<section>
    <h2>Used today</h2>
    ${
      rows.length === 0
        ? nothing
        : html`<p class="text">${usedText(tokens, cost)}</p>
            <p class="quiet">
              ${sourceText(sources)}, ${ageText(Math.max(...rows.map(({ updatedAt }) => updatedAt)), now)}
            </p>`
    }
    ${budgetLine(answer)} ${limits.length === 0 ? nothing : windowList(answer)}
    <a class="write" href="door#usage">Usage by agent, model and day</a>
  </section>`;
}
