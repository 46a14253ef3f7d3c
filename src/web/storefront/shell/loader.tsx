import { SproutMark } from './wordmark.tsx'

/** One and a half seconds of the brand over a page that is already there. It blocks no tap. */
export function Loader() {
  return (
    <div id="loader" className="loader" aria-hidden="true">
      <SproutMark />
    </div>
  )
}
