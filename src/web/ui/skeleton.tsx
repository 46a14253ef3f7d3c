import './skeleton.css'

/** A grey placeholder while something loads; `className` gives its size. */
export function Skeleton({ className }: { className?: string }) {
  return <span className={`skeleton ${className ?? ''}`} aria-hidden="true" />
}

/** A part of a card: a badge, a title, a line of text, a picture, a field with its label, or a row of two buttons. */
export type SkeletonPart = 'badge' | 'title' | 'line' | 'picture' | 'field' | 'buttons'

interface CardSkeletonProps {
  /** Gives the size of the card. */
  className?: string
  /** From top to bottom. */
  parts: readonly SkeletonPart[]
}

/** A card with grey placeholders in the shape of what comes. */
export function CardSkeleton({ className = '', parts }: CardSkeletonProps) {
  return (
    <div className={`card-skeleton ${className}`} aria-hidden="true">
      {parts.map((part, index) => (
        <Skeleton key={index} className={`skeleton-${part}`} />
      ))}
    </div>
  )
}

interface LoadingBlocksProps {
  /** Of the box around them. */
  className: string
  /** The class of each block, which gives it its size. */
  blocks: string[]
  /** Each block is a card of these; else it is one grey area. */
  parts?: readonly SkeletonPart[]
}

/** Blocks in place of what loads, announced once. */
export function LoadingBlocks({ className, blocks, parts }: LoadingBlocksProps) {
  return (
    <div className={className} aria-busy="true">
      <LoadingNote />
      {blocks.map((block, index) =>
        parts ? (
          <CardSkeleton key={index} className={block} parts={parts} />
        ) : (
          <Skeleton key={index} className={block} />
        ),
      )}
    </div>
  )
}

/** Announces once that something loads; render it beside the skeletons. */
export function LoadingNote({ text = 'Cargando…' }: { text?: string }) {
  return <output className="visually-hidden">{text}</output>
}
