import { SITE } from '../site.ts'

export default function BankFormPage() {
  return (
    <>
      <title>{`Banco · ${SITE}`}</title>
      <h1 tabIndex={-1}>Banco</h1>
    </>
  )
}
