import { later } from '../browser/later.tsx'
import { LoadingBlocks } from '../ui/skeleton.tsx'

const BannersPage = later(async () => (await import('../admin/banners/banners-page.tsx')).default, 0)

/** The panel's banners within the account, in the shop's layout. */
export function BannersSection() {
  return (
    <BannersPage props={{}}>
      <h1 tabIndex={-1}>Banners</h1>
      <LoadingBlocks
        className="account-skeleton stack-4"
        blocks={['account-skeleton-card', 'account-skeleton-card']}
      />
    </BannersPage>
  )
}
