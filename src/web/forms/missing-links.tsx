import { Fragment } from 'react'
import { FocusLink } from '../ui/form/focus-link.tsx'

/** What is missing while a button is disabled, each with a link to its control. */
export function MissingLinks({ links }: { links: { id: string; word: string }[] }) {
  return links.map(({ id, word }, index) => (
    <Fragment key={id}>
      <FocusLink id={id}>{word}</FocusLink>
      {index < links.length - 1 && '\u00a0· '}
    </Fragment>
  ))
}
