/** The part of the ESLint rule interface that our rules use. oxlint has the same interface. */
export interface Node {
  readonly type: string;
  readonly parent?: Node;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Context {
  readonly cwd: string;
  readonly filename: string;
  report(problem: { node: Node; message: string }): void;
}

export interface Rule {
  create(context: Context): Record<string, (node: Node) => void>;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** `querySelector` for `root.querySelector`, `css` for `css`; empty for other expressions. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node['name']);
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  return '';
}

/** The nodes in a field: one, several, or none. */
export function nodesIn(field: unknown): Node[] {
  return (Array.isArray(field) ? field : [field]).filter(isNode);
}
