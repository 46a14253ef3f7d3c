/** A long word, such as an e-mail address, that breaks after `sign` first. */
export function BreaksAfter({ sign, text }: { sign: string; text: string }) {
  const at = text.indexOf(sign) + 1
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
