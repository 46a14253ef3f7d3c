import { useShopName } from '../../app/site.ts'
import './wordmark.css'

/** The mark and the name. */
export function Wordmark({ className = '' }: { className?: string }) {
  const name = useShopName()
  return (
    <span className={`wordmark ${className}`}>
      <SproutMark />
      <span className="wordmark-name">{name.toUpperCase()}</span>
    </span>
  )
}

/** A sprouting seed, in two shapes that CSS can animate. */
export function SproutMark() {
  return (
    <svg
      className="sprout-mark"
      viewBox="0 0 48 60"
      width="24"
      height="30"
      aria-hidden="true"
      focusable="false"
    >
      <path className="sprout-mark-seed" d="M24 2C36 2 44 17 44 32S36 58 24 58 4 47 4 32 12 2 24 2Z" />
      <g className="sprout-mark-sprout">
        <path className="sprout-mark-stem" d="M24 60V18" />
        <path d="M24 31c1-10 7-17 15-19 1 10-5 18-15 19Z" />
        <path d="M24 42c-1-10-7-17-15-19-1 10 5 18 15 19Z" />
      </g>
    </svg>
  )
}
