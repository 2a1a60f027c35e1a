import { Component, type ReactNode, Suspense } from 'react'

import { Fault } from '#contract/shared/http-call.ts'
import { PageLoading } from '#storefront/page/PageLoading.tsx'
import { messageOf } from '#storefront/i18n/error-texts.ts'
import css from './PageBoundary.module.css'

/** The outermost boundary: shows errors that no page caught, with a way back. */
export class AppBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch() {
    document.title = TITLE
  }

  override render() {
    const { error } = this.state
    if (error !== null) return <AppFailed error={error} />
    return <Suspense fallback={<PageLoading />}>{this.props.children}</Suspense>
  }
}

const TITLE = 'Unexpected Application Error!'

function AppFailed({ error }: { error: unknown }) {
  const status = error instanceof Fault ? error.status : null
  const message = messageOf(error)
  return (
    <main className={css.failed} role="alert" lang="en">
      <h1>{TITLE}</h1>
      {status === null ? null : <p>{status}</p>}
      <p>{message}</p>
      {/* A whole new page, because nothing of this one can be trusted. */}
      <a href="/">Giftpoint</a>
    </main>
  )
}
