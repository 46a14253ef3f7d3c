import type { ReactNode } from 'react'
import type { Block, Run } from '../../../contract/legal/page-text.ts'
import './text-blocks.css'

/** Renders a page text. It contains no HTML: each part becomes a React element. */
export function TextBlocks({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="text-blocks">
      {blocks.map((block, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other name
        <TextBlock key={place} block={block} />
      ))}
    </div>
  )
}

function TextBlock({ block: { kind, lines } }: { block: Block }) {
  if (kind === 'list' || kind === 'numbers') {
    const List = kind === 'list' ? 'ul' : 'ol'
    return (
      <List>
        {lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={place} className={classOf([line])}>
            {runsOf(line)}
          </li>
        ))}
      </List>
    )
  }
  const content = lines.map(runsOf)
  if (kind === 'heading') return <h2>{content}</h2>
  return kind === 'subheading' ? <h3>{content}</h3> : <p className={classOf(lines)}>{content}</p>
}

/** A link alone in its paragraph looks like a button. */
function classOf([line, ...others]: readonly (readonly Run[])[]): string | undefined {
  const isLinkAlone = others.length === 0 && line?.length === 1 && line[0]?.href
  return isLinkAlone ? 'text-blocks-link' : undefined
}

function runsOf(line: readonly Run[]): ReactNode {
  // oxlint-disable-next-line react/no-array-index-key -- as above
  return line.map((run, place) => <TextRun key={place} run={run} />)
}

function TextRun({ run: { text, strong, em, href } }: { run: Run }) {
  const emphasised = em ? <em>{text}</em> : text
  const content = strong ? <strong>{emphasised}</strong> : emphasised
  if (!href) return content
  return (
    <a href={href} rel="noopener">
      {content}
    </a>
  )
}
