import { isProduct, type Node, parse, type Source, walk } from './sources.ts'

/**
 * Texts beside an element that comes and goes, in one parent. A translator replaces the text by an element of its own, and React
 * then inserts before, or removes beside, a node that is gone. An element around the text (`<span>`) keeps its place.
 */
export function textsBesideConditions(sources: Source[]): string[] {
  return sources
    .filter((source) => isProduct(source) && source.file.endsWith('.tsx'))
    .flatMap((source) => {
      const found: string[] = []
      walk(parse(source), (node) => {
        if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return
        const children = (node['children'] as Node[]).map(contentOf)
        const text = children.find(isText)
        if (text && children.some(isCondition)) found.push(`${source.file}:${lineOf(source, text)}`)
      })
      return found
    })
}

/** Of `{…}`, what is in the braces. */
function contentOf(child: Node): Node {
  // safe: a container holds one expression
  return child.type === 'JSXExpressionContainer' ? (child['expression'] as Node) : child
}

const TEXTS = new Set(['TemplateLiteral', 'MemberExpression', 'CallExpression', 'BinaryExpression'])
/** By their names: what holds elements. */
const ELEMENTS = new Set([
  'actions',
  'after',
  'children',
  'dialog',
  'done',
  'empty',
  'filters',
  'head',
  'heading',
  'inElements',
  'list',
  'more',
  'news',
  'note',
  'problem',
  'tools',
  'views',
])

/** Words of the source, or an expression that may be one. */
function isText(node: Node): boolean {
  if (node.type === 'JSXText') return String(node['value']).trim() !== ''
  if (node.type === 'Literal') return String(node['value']).trim() !== ''
  if (node.type === 'Identifier') return !ELEMENTS.has(String(node['name']))
  if (node.type === 'CallExpression' && ELEMENTS.has(String((node['callee'] as Node)['name']))) return false
  if (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression')
    return !isCondition(node) && branchesOf(node).some(isText)
  return TEXTS.has(node.type) && !holdsElement(node)
}

function isCondition(node: Node): boolean {
  return (
    (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression') &&
    branchesOf(node).some(holdsElement)
  )
}

/** What it may give. */
function branchesOf(node: Node): Node[] {
  const branches =
    node.type === 'ConditionalExpression' ? [node['consequent'], node['alternate']] : [node['right']]
  return branches as Node[] // safe: by its type
}

function holdsElement(node: Node): boolean {
  let holds = false
  walk(node, ({ type }) => {
    if (type === 'JSXElement' || type === 'JSXFragment') holds = true
  })
  return holds
}

function lineOf({ text }: Source, { start }: Node): number {
  return text.slice(0, start).split('\n').length
}
