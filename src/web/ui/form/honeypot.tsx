/** A field for bots, invisible to people: the server drops what fills it in. */
export function Honeypot() {
  return (
    <input type="text" name="website" className="trap" tabIndex={-1} autoComplete="off" aria-hidden="true" />
  )
}
