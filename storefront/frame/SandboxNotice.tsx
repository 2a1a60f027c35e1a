import { Suspense } from 'react'

import { givenSite } from '#storefront/given.ts'
import { useWords } from '#storefront/words.tsx'
import css from './SandboxNotice.module.css'

/** While a service is only played, every page says so, quietly. */
export function SandboxNotice() {
  if (!givenSite().sandbox) return null
  return (
    <Suspense fallback={null}>
      <Sentence />
    </Suspense>
  )
}

function Sentence() {
  const words = useWords('websitetranslationcomponents')
  return <aside className={css.notice}>{words.say('sandbox')}</aside>
}
