import { useOnline } from '../browser/online.ts'
import './states.css'

/** Says on every page that the device has no connection. */
export function OfflineNotice() {
  const online = useOnline()
  return <div role="status">{!online && <p className="offline-notice">Sin conexión a internet</p>}</div>
}
