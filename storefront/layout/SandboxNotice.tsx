import { Suspense } from 'react'
import { useLocation } from '#storefront/router/router.tsx'

import { serverSite } from '#storefront/api/server-data.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './SandboxNotice.module.css'

/** A small notice on every page while a service is a sandbox. On the address form it lists test addresses. */
export function SandboxNotice() {
  const { pathname } = useLocation()
  const { sandbox, sandbox_addresses } = serverSite()
  const addresses = sandbox_addresses && pathname === '/personal-details'
  if (!sandbox && !addresses) return null
  return (
    <Suspense fallback={null}>
      <Sentences sandbox={sandbox} addresses={addresses} />
    </Suspense>
  )
}

function Sentences({ sandbox, addresses }: { sandbox: boolean; addresses: boolean }) {
  const words = useTexts('websitetranslationcomponents')
  return (
    <aside className={css.notice}>
      {sandbox ? words.say('sandbox') : null}
      {addresses ? <p>{words.say('sandboxAddresses')}</p> : null}
    </aside>
  )
}
