import { type ReactNode, useState } from 'react'
import type { Choices } from '../../../../contract/catalog/catalog.ts'
import type { ProductType } from '../../../../contract/catalog/product-types.ts'
import { TYPE_EXPLAINED } from '../../../../contract/catalog/type-explained.ts'

interface FoldedGroupProps {
  name: string
  label: string
  /** What is chosen in it, which stands beside its name while it is folded. */
  chosen: string
  isOpen?: boolean | undefined
  children: ReactNode
}

/** A group of choices that can be folded. */
export function FoldedGroup({ name, label, chosen, isOpen, children }: FoldedGroupProps) {
  return (
    <details className="facet" data-name={name} open={isOpen}>
      <summary>
        <span className="facet-label">{label}</span>
        {chosen !== '' && <span className="facet-chosen">{` ${chosen}`}</span>}
      </summary>
      <fieldset aria-label={label}>{children}</fieldset>
    </details>
  )
}

interface FacetGroupsProps {
  facets: Choices['facets']
  /** The chosen values: 'thc.15-20*effect.sereno'. */
  chosen: string
  choose: (chosen: string) => void
  /** The groups that are open at first; those with a choice if it is not given. */
  opened?: readonly string[] | undefined
}

/** The facets of a list: a value without a product cannot be chosen, but stays where it is. */
export function FacetGroups({ facets, chosen, choose, opened }: FacetGroupsProps) {
  const parts = partsOf(chosen)
  const [open] = useState(() => new Set(opened ?? parts.map(nameOf)))
  const toggle = (part: string) => choose(toggled(chosen, part))
  return facets.map((facet) => (
    <FoldedGroup
      key={facet.name}
      name={facet.name}
      label={facet.label}
      isOpen={open.has(facet.name)}
      chosen={facet.values
        .filter(({ value }) => parts.includes(`${facet.name}.${value}`))
        .map(({ label }) => label)
        .join(', ')}
    >
      <Values {...{ facet, parts, toggle }} />
    </FoldedGroup>
  ))
}

interface ValuesProps {
  facet: Choices['facets'][number]
  parts: string[]
  toggle: (part: string) => void
}

function Values({ facet: { name, values }, parts, toggle }: ValuesProps) {
  return values.map(({ value, label, count }) => {
    const part = `${name}.${value}`
    const isChosen = parts.includes(part)
    const explained = name === 'type' ? TYPE_EXPLAINED[value as ProductType] : undefined // safe: values of this facet
    return (
      <label key={value}>
        <input
          type="checkbox"
          name="facets"
          value={part}
          checked={isChosen}
          disabled={count === 0 && !isChosen}
          onChange={() => toggle(part)}
        />
        <span>{`${label} `}</span>
        <small>{count}</small>
        {explained && <span className="facet-explained">{explained}</span>}
      </label>
    )
  })
}

export const partsOf = (facets: string) => facets.split('*').filter(Boolean)

/** With this value or, if it was chosen, without it; sorted, so that the same choices have the same address. */
export function toggled(facets: string, part: string): string {
  const parts = partsOf(facets)
  return (parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part]).toSorted().join('*')
}

/** 'thc' of 'thc.15-20'. */
export const nameOf = (part: string) => part.slice(0, part.indexOf('.'))
