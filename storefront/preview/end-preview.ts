import type { StoredPreview } from '#contract/shared/storage-keys.ts'
import { isFramed, storedPreview } from '#storefront/storage/browser-storage.ts'

export function readPreview(): StoredPreview | null {
  try {
    return JSON.parse(storedPreview() ?? 'null') as StoredPreview | null
  } catch {
    return null
  }
}

/** Returns to the preview's settings and clears the tab's storage. */
export function leavePreview(asked: string): void {
  sessionStorage.clear()
  window.location.assign(`/backoffice/preview${asked}`)
}

/** A tab that no script opened cannot be closed, so it returns to the back office. A frame is closed by the page around it. */
export function endPreview(): void {
  if (isFramed()) return
  const asked = readPreview()?.asked ?? ''
  window.close()
  leavePreview(asked)
}
