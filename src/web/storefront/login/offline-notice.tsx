import { WifiOff } from 'lucide-react'
import { useOnline } from '../../browser/online.ts'

export function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="login-offline">
          <WifiOff aria-hidden="true" size={20} />
          Sin conexión a internet
        </p>
      )}
    </div>
  )
}
