import { Fragment } from 'react'
import { FocusLink } from '../ui/form/focus-link.tsx'

/** What a disabled button waits for, each a link to its control. */
export function MissingLinks({ links }: { links: { id: string; word: string }[] }) {
  return links.map(({ id, word }, index) => (
    <Fragment key={id}>
      <FocusLink id={id}>{word}</FocusLink>
      {index < links.length - 1 && '\u00a0· '}
    </Fragment>
  ))
}
