import { LoadingNote, Skeleton } from '../skeleton.tsx'

/** A part of a card: a badge, a title, a line of text, a picture, a field with its label, or a row of two buttons. */
export type SkeletonPart = 'badge' | 'title' | 'line' | 'picture' | 'field' | 'buttons'

interface CardSkeletonProps {
  /** Gives the size of the card. */
  className?: string
  /** From top to bottom. */
  parts: readonly SkeletonPart[]
}

/** A card of grey placeholders in the shape of the content. */
export function CardSkeleton({ className = '', parts }: CardSkeletonProps) {
  return (
    <div className={`card-skeleton ${className}`} aria-hidden="true">
      {parts.map((part, index) => (
        <Skeleton key={index} className={`skeleton-${part}`} />
      ))}
    </div>
  )
}

interface LoadingCardsProps {
  /** Class of the box around them. */
  className: string
  /** The class of each card, which gives it its size. */
  cards: string[]
  parts: readonly SkeletonPart[]
}

/** Cards in place of what loads, announced once. */
export function LoadingCards({ className, cards, parts }: LoadingCardsProps) {
  return (
    <div className={className} aria-busy="true">
      <LoadingNote />
      {cards.map((card, index) => (
        <CardSkeleton key={index} className={card} parts={parts} />
      ))}
    </div>
  )
}
