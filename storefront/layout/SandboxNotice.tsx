import { Suspense } from 'react'
import { useLocation } from '#storefront/router/router.tsx'

import { serverSite } from '#storefront/api/server-data.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './SandboxNotice.module.css'

/** A small notice on every page while a service is a sandbox. On the address form it lists test addresses. */
export function SandboxNotice() {
  const { pathname } = useLocation()
  const { sandbox, sandbox_addresses } = serverSite()
  const showsAddresses = sandbox_addresses && pathname === '/personal-details'
  if (!sandbox && !showsAddresses) return null
  return (
    <Suspense fallback={null}>
      <NoticeText sandbox={sandbox} showsAddresses={showsAddresses} />
    </Suspense>
  )
}

function NoticeText({ sandbox, showsAddresses }: { sandbox: boolean; showsAddresses: boolean }) {
  const texts = useTexts('websitetranslationcomponents')
  return (
    <aside className={css.notice}>
      {sandbox ? texts.jsx('sandbox') : null}
      {showsAddresses ? <p>{texts.jsx('sandboxAddresses')}</p> : null}
    </aside>
  )
}
