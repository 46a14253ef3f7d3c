import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'

/** Drawings of a useful photo and a useless one. */
export function PhotoExample({ slot }: { slot: number }) {
  const { good, bad } = EXAMPLES[slot] ?? EXAMPLES[0]
  return (
    <div className="photo-example stack-2">
      <Example isGood words={good.words}>
        {good.picture}
      </Example>
      <Example isGood={false} words={bad.words}>
        {bad.picture}
      </Example>
    </div>
  )
}

function Example({ isGood, words, children }: { isGood: boolean; words: string; children: ReactNode }) {
  return (
    <p className={isGood ? 'photo-example-good' : 'photo-example-bad'}>
      <svg viewBox="0 0 80 60" aria-hidden="true" focusable="false">
        <rect className="photo-example-ground" width="80" height="60" rx="5" />
        {children}
      </svg>
      <span>
        {isGood ? <Check aria-hidden="true" size={16} /> : <X aria-hidden="true" size={16} />}
        <span className="visually-hidden">{isGood ? 'Sirve: ' : 'No sirve: '}</span>
        <span>{words}</span>
      </span>
    </p>
  )
}

const SEED = 'M0-6C4-6 5-1 5 1.5S3 6 0 6-5 4-5 1.5-4-6 0-6Z'

function Seed({ x, y, size = 1 }: { x: number; y: number; size?: number }) {
  return (
    <path
      fill="var(--photo-seed)"
      stroke="var(--photo-seed-edge)"
      strokeWidth="0.8"
      d={SEED}
      transform={`translate(${x} ${y}) scale(${size})`}
    />
  )
}

const EXAMPLES = [
  {
    good: {
      words: 'Entero y legible',
      picture: (
        <g>
          <rect fill="var(--chalk)" stroke="var(--control)" x="25" y="6" width="30" height="48" rx="3" />
          <path fill="none" stroke="var(--night)" strokeWidth="3" d="M30 13h20M30 18h13" />
          <rect fill="var(--photo-foil)" x="29" y="34" width="22" height="14" rx="2" />
          <Seed x={34} y={41} size={0.6} />
          <Seed x={40} y={41} size={0.6} />
          <Seed x={46} y={41} size={0.6} />
        </g>
      ),
    },
    bad: {
      words: 'Cortado',
      picture: (
        <g>
          <path fill="var(--chalk)" stroke="var(--control)" d="M46 20h34v40H40z" />
          <rect fill="var(--photo-foil)" x="50" y="42" width="30" height="18" />
          <Seed x={60} y={52} />
        </g>
      ),
    },
  },
  {
    good: {
      words: 'Cerca y con luz',
      picture: (
        <g>
          <path fill="var(--on-picture)" fillOpacity="0.5" stroke="var(--control)" d="M24 8h32l-4 44H28z" />
          <path fill="var(--photo-water)" d="M25.5 24h29l-2.5 27H28z" />
          <Seed x={35} y={45} />
          <Seed x={45} y={45} />
          <Seed x={40} y={28} />
        </g>
      ),
    },
    bad: {
      words: 'De lejos',
      picture: (
        <g>
          <path fill="var(--chalk)" stroke="var(--control)" d="M0 44h80v16H0z" />
          <path fill="var(--photo-water)" d="M38 36h6l-1 8h-4z" />
        </g>
      ),
    },
  },
  {
    good: {
      words: 'De a una, nítidas',
      picture: (
        <g>
          <rect fill="var(--chalk)" stroke="var(--control)" x="8" y="10" width="64" height="40" rx="3" />
          <Seed x={22} y={30} size={1.5} />
          <Seed x={40} y={30} size={1.5} />
          <Seed x={58} y={30} size={1.5} />
        </g>
      ),
    },
    bad: {
      words: 'A oscuras',
      picture: (
        <g>
          <rect fill="var(--photo-dark)" width="80" height="60" rx="5" />
          <Seed x={36} y={32} size={1.2} />
          <Seed x={46} y={36} size={1.2} />
        </g>
      ),
    },
  },
] as const
