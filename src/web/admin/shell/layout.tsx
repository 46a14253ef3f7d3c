import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import {
  type LoaderFunctionArgs,
  NavigationType,
  Outlet,
  replace,
  type RouterContextProvider,
  useLocation,
  useNavigationType,
} from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { prime } from '../../data/prime.ts'
import { paths } from '../../app/paths.ts'
import { permissions, shopSettings } from '../../data/queries.ts'
import { readSession } from '../../session/session.ts'
import { TabTitle } from '../../app/page-head.tsx'
import { Announcer } from '../../ui/announcer.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { OfflineNotice } from '../../ui/offline-notice.tsx'
import { NavigationLine } from '../../ui/refresh-line.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { focusHeading, isFocusLost, useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { AdminSide, AdminTopBar } from './bars.tsx'
import { CommandPalette } from './command-palette.tsx'
import { useKeyboardMap } from './keyboard.ts'
import { UnsavedDialog } from '../../forms/leave-dialog.tsx'
import { NotOfRole, RightsProvider, useMay } from './rights.tsx'
import { rightTo, SectionTabs } from './section-nav.tsx'
import { ShortcutHelp } from './shortcut-help.tsx'
import { useAdminPath } from './use-admin-path.ts'
import { useGuard } from './use-guard.ts'
import { hasUnsaved } from '../../forms/use-leave-guard.ts'
import { listNotices } from '../../../contract/settings/calls.ts'
import { call } from '../../data/api.ts'
import { adminKey } from './admin-key.ts'
import '../kit/controls.css'
import '../kit/lists.css'
import './shell.css'

const primed = prime(() => [shopSettings(), permissions(readSession())])

/** For convenience only: the server checks every call. Pages are rendered on the server without a session. */
export function loader(args: LoaderFunctionArgs<Readonly<RouterContextProvider>>) {
  if (!import.meta.env.SSR && !readSession()) {
    const { pathname, search } = new URL(args.request.url)
    return replace(paths.login(pathname + search))
  }
  return primed(args)
}

/** The frame of the back office. Its content is rendered for admins only, so never on the server. */
export default function AdminLayout() {
  const guard = useGuard()
  return (
    <RightsProvider value={guard.rights}>
      <AdminFrame {...guard} />
    </RightsProvider>
  )
}

function AdminFrame({ session, rights, leave }: ReturnType<typeof useGuard>) {
  const { pathname } = useLocation()
  const mayEnter = rights !== undefined
  const [dialog, setDialog] = useState<'palette' | 'help' | 'leave'>()
  const openPalette = useCallback(() => setDialog('palette'), [])
  const openHelp = useCallback(() => setDialog('help'), [])
  const close = useCallback(() => setDialog(undefined), [])
  const askToLeave = () => (hasUnsaved() ? setDialog('leave') : leave())
  useKeyboardMap(openPalette, openHelp)
  useFocusOnArrival(pathname)
  useFocusAfterLink()
  return (
    <div className="admin-frame">
      <meta name="robots" content="noindex" />
      <div className="skip-links">
        <a href="#contenido">Saltar al contenido</a>
      </div>
      <AdminSide onHelp={openHelp} onLeave={askToLeave} />
      <div className="admin-body">
        <AdminTopBar onPalette={openPalette} onHelp={openHelp} onLeave={askToLeave} />
        <NavigationLine />
        <OfflineNotice />
        <Notices />
        <main className="admin-main" id="contenido" tabIndex={-1}>
          {session && mayEnter ? <Screen key={session.userId} pathname={pathname} /> : <Waiting />}
        </main>
      </div>
      {session && mayEnter && (
        <>
          <CommandPalette session={session} open={dialog === 'palette'} onClose={close} />
          <ShortcutHelp open={dialog === 'help'} onClose={close} />
          <UnsavedDialog open={dialog === 'leave'} onLeave={leave} onStay={close} />
        </>
      )}
      <ToastRegion />
      <Announcer />
    </div>
  )
}

/** When the address changes and the pressed link or filter is gone, such as that of a screen's other view, the heading takes the focus. */
function useFocusAfterLink(): void {
  const { key } = useLocation()
  const kind = useNavigationType()
  const before = useRef(key)
  useLayoutEffect(() => {
    const isNew = before.current !== key
    before.current = key
    if (isNew && kind !== NavigationType.Pop && isFocusLost()) focusHeading()
  }, [key, kind])
}

function Screen({ pathname }: { pathname: string }) {
  const admin = useAdminPath()
  if (!useMay()(rightTo(pathname, admin))) return <NotOfRole />
  return (
    <>
      <SectionTabs />
      <Outlet />
    </>
  )
}

function Waiting() {
  return (
    <div className="stack-4" aria-busy="true">
      <TabTitle>Administración</TabTitle>
      <h1 className="visually-hidden">Administración</h1>
      <LoadingNote />
      <Skeleton className="admin-waiting-title" />
      <Skeleton className="admin-waiting-card" />
      <Skeleton className="admin-waiting-card" />
    </div>
  )
}

const REFRESH_MS = 5 * 60_000

/** Operational warnings, on every screen until resolved. Shows nothing on errors. */
function Notices() {
  const { data = [] } = useQuery({
    queryKey: adminKey('admin-notices'),
    queryFn: ({ signal }) => call(listNotices, { signal }),
    enabled: useMay()('everything'),
    refetchInterval: REFRESH_MS,
    staleTime: REFRESH_MS / 2,
    retry: false,
  })
  if (data.length === 0) return null
  return (
    <section className="admin-notices" aria-label="Avisos de la tienda">
      <ul>
        {data.map(({ kind, text }) => (
          <li key={kind}>
            <TriangleAlert aria-hidden="true" size={20} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
