import { lazy, Suspense, useEffect, useState } from 'react'

const ChatLauncher = lazy(async () => ({
  default: (await import('#storefront/chat/ChatLauncher.tsx')).ChatLauncher,
}))

/** Help with sign-in, on an employer's host. It loads after the page, which does not wait for it. */
export function LoginChat() {
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  if (!isMounted) return null
  return (
    <Suspense fallback={null}>
      <ChatLauncher />
    </Suspense>
  )
}
