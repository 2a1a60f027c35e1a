import { Component, memo, type ReactNode, Suspense, useState } from 'react'

import { usePlace } from '#backoffice/desk-address.tsx'
import { findPage, mayOpen } from '#backoffice/desk-pages.ts'
import { KeysDialog } from '#backoffice/frame/KeysDialog.tsx'
import { LiveChanges } from '#backoffice/frame/LiveChanges.tsx'
import type { Overlay } from '#backoffice/frame/overlay.ts'
import { Palette } from '#backoffice/frame/Palette.tsx'
import { Rail } from '#backoffice/frame/Rail.tsx'
import { SignOutDialog } from '#backoffice/frame/SignOutDialog.tsx'
import { TabBar } from '#backoffice/frame/TabBar.tsx'
import { useAnchor } from '#backoffice/frame/use-anchor.ts'
import { useDeskKeys } from '#backoffice/frame/use-desk-keys.ts'
import { usePartsAhead } from '#backoffice/frame/use-parts-ahead.ts'
import { PageHead } from '#backoffice/parts/PageHead.tsx'
import { ResultsProvider } from '#backoffice/parts/Results.tsx'
import { Trouble } from '#backoffice/parts/Trouble.tsx'
import { SignInOver } from '#backoffice/sign-in/SignInOver.tsx'
import { useSay } from '#backoffice/words/desk-words.tsx'
import type { Staff } from '#contract/desk/staff-session-api.ts'

import css from './Frame.module.css'

/** What stands around every page: the rail by work, and what opens over it. */
export function Frame({ staff }: { staff: Staff }) {
  const say = useSay()
  const { pathname } = usePlace()
  const [overlay, setOverlay] = useState<Overlay>(null)
  useDeskKeys({ palette: () => setOverlay('palette'), keys: () => setOverlay('keys') })
  useAnchor()
  usePartsAhead()
  const close = () => setOverlay(null)

  return (
    <ResultsProvider>
      <div className={css.desk}>
        <a className={css.skip} href="#page">
          {say('toThePage')}
        </a>
        <Rail staff={staff} open={setOverlay} />
        <main id="page" tabIndex={-1} className={css.page} data-drawn={pathname}>
          <LiveChanges staff={staff} />
          {/* One for all pages: a new one each would show nothing, and hold back what comes until that was seen. */}
          <Suspense>
            <PageBoundary key={pathname}>
              <OnePage staff={staff} />
            </PageBoundary>
          </Suspense>
        </main>
        <TabBar staff={staff} open={setOverlay} overlay={overlay} />
      </div>
      {overlay === 'palette' ? (
        <Palette staff={staff} onClose={close} leave={() => setOverlay('leave')} />
      ) : null}
      {overlay === 'leave' ? <SignOutDialog onStay={close} /> : null}
      {overlay === 'keys' ? <KeysDialog onClose={close} /> : null}
      <SignInOver staff={staff} />
    </ResultsProvider>
  )
}

/** Drawn by itself: what opens over a page does not draw the page anew. */
const OnePage = memo(function OnePage({ staff }: { staff: Staff }) {
  const say = useSay()
  const { pathname } = usePlace()
  const found = findPage(pathname)
  if (!found || !mayOpen(found.page, staff)) {
    return (
      <>
        <PageHead title={say(found ? 'notForYou' : 'noSuchPage')} />
        <p className={css.nothing}>{say(found ? 'notAllowed' : 'noSuchPageHelp')}</p>
      </>
    )
  }
  const { part: Part } = found.page
  return <Part staff={staff} params={found.params} />
})

/** A page that breaks leaves the rail standing. */
class PageBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <Trouble error={error} again={() => this.setState({ error: null })} />
  }
}
