import { useState } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'

/** Whether a folded section is open. A link to one of its fields opens it, also while its page is shown. */
export function useLinkedOpen(prefix: string) {
  const [open, setOpen] = useState(false)
  const place = useLocation()
  const [followed, follow] = useState<typeof place | null>(null)
  if (place !== followed && place.anchor.startsWith(prefix)) {
    follow(place)
    setOpen(true)
  }
  return { open, setOpen, linked: followed?.anchor ?? '' }
}
