import { lazy, Suspense, useEffect, useState } from 'react'

const ChatLauncher = lazy(async () => ({
  default: (await import('#storefront/chat/ChatLauncher.tsx')).ChatLauncher,
}))

/** Help for who cannot get in, on the host of an employer. It comes after the page, which does not wait for it. */
export function ChatOfLogin() {
  const [here, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  if (!here) return null
  return (
    <Suspense fallback={null}>
      <ChatLauncher />
    </Suspense>
  )
}
