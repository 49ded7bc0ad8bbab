import { hasHidden } from './ask-body.ts';
import { type Payload, isObject, textIn } from './payload.ts';

/** A rule that the coding agent itself suggests, for “always allow”. */
interface Rule {
  readonly id: string;
  readonly label: string;
  /** What the agent gets if the owner chooses it. */
  readonly update: object;
}

const MAX_RULES = 8;
/** A longer rule is not offered, because the owner must be able to read all of it. */
const MAX_LABEL = 400;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function labelOf(rule: Payload): string {
  const content = textIn(rule, 'ruleContent');
  return content === '' ? textIn(rule, 'toolName') : `${textIn(rule, 'toolName')}(${content})`;
}

/**
 * A suggestion with its label; undefined for a kind that is offered only in the terminal, such as a change of
 * the mode.
 */
function ruleOf(suggestion: unknown): Omit<Rule, 'id'> | undefined {
  if (!isObject(suggestion)) return undefined;
  // Always `session`, even if the agent suggests to store the rule elsewhere: a rule that the owner chooses
  // at the door ends with this session.
  const destination = 'session';
  const type = textIn(suggestion, 'type');
  if (type === 'addRules' && suggestion['behavior'] === 'allow') {
    const rules = listOf(suggestion['rules']).filter(isObject);
    const labels = rules.map(labelOf);
    if (labels.length === 0 || labels.includes('')) return undefined;
    const kept = rules.map((rule) => {
      const content = textIn(rule, 'ruleContent');
      return { toolName: textIn(rule, 'toolName'), ...(content !== '' && { ruleContent: content }) };
    });
    return { label: labels.join(', '), update: { type, rules: kept, behavior: 'allow', destination } };
  }
  const directories = listOf(suggestion['directories']);
  if (
    type === 'addDirectories' &&
    directories.length > 0 &&
    directories.every((one) => typeof one === 'string')
  )
    return { label: `Folders: ${directories.join(', ')}`, update: { type, directories, destination } };
  return undefined;
}

/** The rules of a permission request that the owner may choose. */
export const rulesOf = (suggestions: unknown): readonly Rule[] =>
  listOf(suggestions)
    .map(ruleOf)
    // Rules with hidden characters are left out: the owner would read something else than the rule says.
    .filter((rule) => rule !== undefined && rule.label.length <= MAX_LABEL && !hasHidden(rule.label))
    .slice(0, MAX_RULES)
    .map((rule, index) => ({ label: '', update: {}, ...rule, id: `r${index}` }));
