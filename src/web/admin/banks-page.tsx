import { SITE } from '../site.ts'

export default function BanksPage() {
  return (
    <>
      <title>{`Bancos · ${SITE}`}</title>
      <h1 tabIndex={-1}>Bancos</h1>
    </>
  )
}
