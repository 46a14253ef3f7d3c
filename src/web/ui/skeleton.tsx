import './states.css'

/** A grey placeholder while something loads; `className` gives its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={`skeleton ${className ?? ''}`} aria-hidden="true" />
}

interface LoadingBlocksProps {
  /** Class of the box around them. */
  className: string
  /** The class of each block, which gives it its size. */
  blocks: string[]
}

/** Blocks in place of what loads, announced once. */
export function LoadingBlocks({ className, blocks }: LoadingBlocksProps) {
  return (
    <div className={className} aria-busy="true">
      <LoadingNote />
      {blocks.map((block, index) => (
        <Skeleton key={index} className={block} />
      ))}
    </div>
  )
}

/** Announces once that something loads; render it beside the skeletons. */
export function LoadingNote({ text = 'Cargando…' }: { text?: string }) {
  return <output className="visually-hidden">{text}</output>
}
