import { useState } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'

/** Whether a folded section is open. A link to one of its fields opens it, also while its page is shown. */
export function useLinkedOpen(prefix: string) {
  const [open, setOpen] = useState(false)
  const location = useLocation()
  const [followed, setFollowed] = useState<typeof location | null>(null)
  if (location !== followed && location.anchor.startsWith(prefix)) {
    setFollowed(location)
    setOpen(true)
  }
  return { open, setOpen, linked: followed?.anchor ?? '' }
}
