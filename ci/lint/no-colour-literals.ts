import { coloursInDeclarations, coloursInString } from './colours.ts';
import { type Context, type Node, type Rule, nameOf, nodesIn } from './rule.ts';

/** Functions whose argument is a selector or an id, so that `#abc` in it is not a colour. */
const SELECTOR_CALLS = new Set([
  'querySelector',
  'querySelectorAll',
  'closest',
  'matches',
  'getElementById',
  'query',
  'queryAll',
]);
/** Operators of integer arithmetic: in `hash & 0xffffff` the number is a mask. */
const BITWISE = new Set(['&', '|', '^', '<<', '>>', '>>>', '*', '%', '+', '-', '/']);

function isSelector(node: Node): boolean {
  const { parent } = node;
  return parent?.type === 'CallExpression' && SELECTOR_CALLS.has(nameOf(parent['callee']));
}

function isArithmetic(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'BinaryExpression' || parent?.type === 'AssignmentExpression')
    return BITWISE.has(String(parent['operator']).replace(/(?<=.)=$/, ''));
  return parent?.type === 'CallExpression' && nameOf(parent['callee']) === 'imul';
}

interface TemplateElement extends Node {
  readonly value: { readonly cooked?: string | null; readonly raw: string };
}

const quasisOf = (node: Node): TemplateElement[] => nodesIn(node['quasis']) as TemplateElement[];
const textOf = ({ value }: TemplateElement): string => value.cooked ?? value.raw;

/** Forbids colour literals such as `#4488ff`, `0x4488ff` and `rgb(68, 136, 255)` outside theme/. */
export const noColourLiterals: Rule = {
  create(context: Context) {
    const report = (node: Node, colours: readonly string[]): void => {
      for (const colour of new Set(colours))
        context.report({
          node,
          message: `${colour}: a colour outside theme/. Name it in theme/theme.ts and use the name.`,
        });
    };
    return {
      Literal(node) {
        const { value, raw } = node;
        if (typeof value === 'string' && !isSelector(node)) report(node, coloursInString(value));
        if (typeof value === 'number' && /^0x[0-9a-f]{6}$/i.test(String(raw)) && !isArithmetic(node))
          report(node, [String(raw)]);
      },
      TemplateLiteral(node) {
        if (isSelector(node)) return;
        const tag = node.parent?.type === 'TaggedTemplateExpression' ? nameOf(node.parent['tag']) : '';
        // Replaces each expression by `var()`, which is a value but not a colour.
        const text = quasisOf(node).map(textOf).join('var()');
        report(node, [...coloursInString(text), ...(tag === 'css' ? coloursInDeclarations(text) : [])]);
      },
    };
  },
};
