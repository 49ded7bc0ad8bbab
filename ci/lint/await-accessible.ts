import { type Context, type Rule, nameOf } from './rule.ts';

/** Requires `await` for an accessibility assertion, because an assertion that is not awaited cannot fail. */
export const awaitAccessible: Rule = {
  create(context: Context) {
    return {
      CallExpression(node) {
        if (!/^(?:accessible|isAccessible)$/.test(nameOf(node['callee']))) return;
        if (node.parent?.type !== 'AwaitExpression' && node.parent?.type !== 'ReturnStatement')
          context.report({ node, message: 'Await it: an assertion that is not awaited cannot fail.' });
      },
    };
  },
};
