import { SproutMark } from './wordmark.tsx'

/** A splash of 1.5 seconds over the rendered page. It blocks no taps. */
export function Loader() {
  return (
    <div id="loader" className="loader" aria-hidden="true">
      <SproutMark />
    </div>
  )
}
