import type { LineageNode } from '../../../contract/catalog/lineage.ts'
import { lineageOf } from '../../../contract/catalog/lineage-rules.ts'
import { escapeHtml } from '../../escape.ts'

const [WIDTH, HEIGHT, STEP_X, STEP_Y] = [184, 34, 216, 46]
/** That fit into a box; the list has the whole name. */
const LETTERS = 24

interface Placed extends LineageNode {
  mother: Placed | undefined
  father: Placed | undefined
  depth: number
}

/** The line 'Genética' as HTML, where both parents are known: those sold here are links. */
export function drawGenetics(nodes: LineageNode[]): string {
  const tree = treeOf(nodes)
  if (!tree?.mother || !tree.father) return ''
  const cross = `${linkOf(tree.mother)} × ${linkOf(tree.father)}`
  return `Genética: ${cross}${tree.generation && ` · ${escapeHtml(tree.generation)}`}`
}

/** The ancestors as a picture, with a sentence as its text, and as a list; '' while nothing is known. */
export function drawLineage(nodes: LineageNode[]): string {
  const tree = treeOf(nodes)
  if (!tree?.mother && !tree?.father) return ''
  const { boxes, lines, rows, columns } = layOut(tree)
  const size = { width: (columns - 1) * STEP_X + WIDTH + 2, height: (rows - 1) * STEP_Y + HEIGHT + 2 }
  const view = `viewBox="-1 -1 ${size.width} ${size.height}" width="${size.width}" height="${size.height}"`
  return `<section class="lineage stack-3" aria-labelledby="genealogia"><h2 id="genealogia">Genealogía</h2><div class="lineage-tree" role="region" aria-label="Árbol" tabindex="0"><svg ${view} role="img" aria-label="${escapeHtml(sentenceOf(tree))}">${lines.join('')}${boxes.join('')}</svg></div><details class="lineage-list"><summary class="tap">Ver como lista</summary>${listOf(tree)}</details></section>`
}

function treeOf(nodes: LineageNode[]): Placed | undefined {
  const at = (place: number, depth: number): Placed | undefined => {
    const node = nodes.find((one) => one.place === place)
    return node && { ...node, depth, mother: at(2 * place, depth + 1), father: at(2 * place + 1, depth + 1) }
  }
  return at(1, 0)
}

const parentsOf = ({ mother, father }: Placed) => [mother, father].filter((one) => one !== undefined)

/** Each leaf has a row of its own, and each other node stands between its parents; the variety on the left. */
function layOut(tree: Placed) {
  const boxes: string[] = []
  const lines: string[] = []
  let [rows, columns] = [0, 0]
  const draw = (node: Placed): number => {
    columns = Math.max(columns, node.depth + 1)
    const above = parentsOf(node).map(draw)
    const y = above.length > 0 ? ((above[0] ?? 0) + (above.at(-1) ?? 0)) / 2 : rows++ * STEP_Y
    const x = node.depth * STEP_X
    const [from, to] = [x + WIDTH, x + STEP_X]
    for (const each of above) {
      const middle = (from + to) / 2
      lines.push(`<path d="M${from} ${y + HEIGHT / 2}H${middle}V${each + HEIGHT / 2}H${to}"/>`)
    }
    const words = cut([node.name, node.generation].filter(Boolean).join(' · '))
    boxes.push(
      `<rect${node.depth === 0 ? ' class="lineage-self"' : ''} x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="8"/><text x="${x + 10}" y="${y + 22}">${escapeHtml(words)}</text>`,
    )
    return y
  }
  draw(tree)
  return { boxes, lines, rows, columns }
}

function cut(text: string): string {
  const letters = [...text]
  return letters.length <= LETTERS
    ? text
    : `${letters
        .slice(0, LETTERS - 1)
        .join('')
        .trimEnd()}…`
}

function sentenceOf(tree: Placed): string {
  const named = [tree.mother && `madre ${tree.mother.name}`, tree.father && `padre ${tree.father.name}`]
  const count = (node: Placed): number => parentsOf(node).reduce((sum, one) => sum + 1 + count(one), 0)
  const more = count(tree) - parentsOf(tree).length
  const others = more === 0 ? '' : `, y ${more} ${more === 1 ? 'antepasado' : 'antepasados'} más`
  return `${lineageOf(tree.name)}: ${named.filter(Boolean).join(', ')}${others}.`
}

function listOf(tree: Placed): string {
  const item = (role: string, node: Placed | undefined): string =>
    node
      ? `<li>${role}: ${linkOf(node)}${node.generation && ` · ${escapeHtml(node.generation)}`}${listOf(node)}</li>`
      : ''
  const items = item('Madre', tree.mother) + item('Padre', tree.father)
  return items && `<ul>${items}</ul>`
}

/** A variety that the shop does not show has a name and no link. */
function linkOf({ name, product_id }: LineageNode): string {
  const text = escapeHtml(name)
  return product_id === null ? text : `<a href="/producto/${product_id}">${text}</a>`
}
