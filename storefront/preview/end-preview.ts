import type { KeptPreview } from '#contract/shared/storage-keys.ts'
import { keptPreview } from '#storefront/storage/browser-storage.ts'

export function readPreview(): KeptPreview | null {
  try {
    return JSON.parse(keptPreview() ?? 'null') as KeptPreview | null
  } catch {
    return null
  }
}

/** Back to where it was composed; nothing of it stays in the tab. */
export function leavePreview(asked: string): void {
  sessionStorage.clear()
  window.location.assign(`/backoffice/preview${asked}`)
}

/** A tab that nobody's script opened stays, and is the back office's again. */
export function endPreview(): void {
  const asked = readPreview()?.asked ?? ''
  window.close()
  leavePreview(asked)
}
