import { type Context, type Node, type Rule, isNode, nameOf } from './rule.ts';

/** Syntax around an expression that does not change its value. */
const WRAPPERS = new Set(['ParenthesizedExpression', 'ChainExpression', 'TSNonNullExpression']);

function unwrapped(node: unknown): unknown {
  let inner = node;
  while (isNode(inner) && WRAPPERS.has(inner.type)) inner = inner['expression'];
  return inner;
}

const isConst = (type: unknown): boolean =>
  isNode(type) && type.type === 'TSTypeReference' && nameOf(type['typeName']) === 'const';

/**
 * Whether a node is a cast such as `x[i] as T`, `<T>x[i]`, `x?.[i] as T` or `(x[i]) as T`. `satisfies` and
 * `as const` are allowed.
 */
function isIndexCast(node: Node): boolean {
  if (node.type !== 'TSAsExpression' && node.type !== 'TSTypeAssertion') return false;
  const value = unwrapped(node['expression']);
  return (
    isNode(value) &&
    value.type === 'MemberExpression' &&
    value['computed'] === true &&
    !isConst(node['typeAnnotation'])
  );
}

/**
 * Forbids casts of `x[i]`: the value may be undefined, and a cast hides that. (The operator `!` hides it too,
 * and another rule forbids it.)
 */
export const noIndexCasts: Rule = {
  create(context: Context) {
    const check = (node: Node): void => {
      if (isIndexCast(node))
        context.report({
          node,
          message: 'Index cast: loop with for…of, type the tuple, or handle what is missing.',
        });
    };
    return { TSAsExpression: check, TSTypeAssertion: check };
  },
};
