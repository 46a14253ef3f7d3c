import { SITE } from '../site.ts'

export default function BannersPage() {
  return (
    <>
      <title>{`Banners · ${SITE}`}</title>
      <h1 tabIndex={-1}>Banners</h1>
    </>
  )
}
