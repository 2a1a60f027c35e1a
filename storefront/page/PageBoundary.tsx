import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, lazy, type ReactNode, Suspense, useEffect, useReducer, useState } from 'react'
import { Link, useLocation } from '#storefront/router/router.tsx'

import { QuietBoundary } from '#ui/components/QuietBoundary.tsx'
import { useLoadPage } from '#storefront/router/page-loader.ts'
import { PageLoading } from '#storefront/page/PageLoading.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { prepareRoute } from '#storefront/router/prepare-route.ts'
import { textsQuery } from '#storefront/api/queries.ts'
import { useSession } from '#storefront/session/use-session.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useHolderValues } from '#storefront/i18n/holder-values.ts'
import { textsOfBlocks } from '#storefront/i18n/texts.tsx'
import { Button, buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'
import { isMissingCode, isConnectionError, readErrorText } from '#storefront/i18n/error-texts.ts'
import { Refused } from '#storefront/api/shop-client.ts'
import { useOnceOnline } from '#storefront/hooks/use-once-online.ts'
import css from './PageBoundary.module.css'

/** Imported only after a failure. */
const SuggestedGifts = lazy(async () => ({
  default: (await import('#storefront/suggestions/SuggestedGifts.tsx')).SuggestedGifts,
}))

type BoundaryProps = {
  /** The error text of the specification for this page. */
  failed?: string | undefined
  loading?: ReactNode
  /** One page for all its addresses, instead of one for each. */
  staysMounted?: boolean | undefined
  children: ReactNode
}

/** A page that fails leaves header and footer in place, shows why, and offers a retry. */
export function PageBoundary({
  failed = 'An error has occurred',
  loading,
  staysMounted = false,
  children,
}: BoundaryProps) {
  const { reset } = useQueryErrorResetBoundary()
  const { pathname, key } = useLocation()
  const [, show] = useReducer((times: number) => times + 1, 0)
  return (
    // A page stays mounted while only its query changes. A failed page retries at every new address.
    <ErrorCatcher
      key={staysMounted ? 'stays' : pathname}
      address={key}
      failed={failed}
      reset={reset}
    >
      <Suspense
        fallback={<ShowWhenLoaded show={show}>{loading ?? <PageLoading />}</ShowWhenLoaded>}
      >
        {children}
      </Suspense>
    </ErrorCatcher>
  )
}

/**
 * Shows the page as soon as its code and data have loaded. React alone delays content that arrives within 300 ms
 * after a fallback, but not an update of the boundary.
 */
function ShowWhenLoaded({ show, children }: { show: () => void; children: ReactNode }) {
  const queries = useQueryClient()
  const loadPage = useLoadPage()
  const { pathname, search } = useLocation()
  useEffect(() => {
    let isMounted = true
    const loading = [loadPage(pathname), prepareRoute(queries, pathname, search, { frame: false })]
    void Promise.all(loading).then(() => {
      if (isMounted) show()
    })
    return () => {
      isMounted = false
    }
  }, [queries, loadPage, pathname, search, show])
  return children
}

type CatcherProps = { address: string; failed: string; reset: () => void; children: ReactNode }

class ErrorCatcher extends Component<CatcherProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <PageFailed
        address={this.props.address}
        failed={this.props.failed}
        error={error}
        onRetry={() => {
          this.props.reset()
          this.setState({ error: null })
        }}
      />
    )
  }
}

function PageFailed({
  address,
  failed,
  error,
  onRetry,
}: {
  address: string
  failed: string
  error: unknown
  onRetry: () => void
}) {
  const [failedAt] = useState(address)
  useEffect(() => {
    if (address !== failedAt) onRetry()
  }, [address, failedAt, onRetry])
  function retry() {
    // The browser does not load a failed file of the page again.
    if (isMissingCode(error) && navigator.onLine) window.location.reload()
    else onRetry()
  }
  useOnceOnline(isConnectionError(error), retry)
  // Reads cached texts only, because the texts may be what failed.
  const language = useLanguage()
  const common = useQueryClient().getQueryData(
    textsQuery('websitetranslationcomponents', language).queryKey,
  )
  const texts = textsOfBlocks(common?.blocks ?? [], useHolderValues())
  const session = useSession()
  usePageTitle(failed)
  // The order does not exist or belongs to someone else, so a retry would not help.
  const isMissingOrder = error instanceof Refused && error.refusal.refused === 'no-such-order'
  const header = useQueryClient().getQueryData(textsQuery('headercomponents', language).queryKey)
  return (
    <div className={css.failed}>
      <EmptyState icon="warning" role="alert">
        <h1 data-note lang="en">
          {failed}
        </h1>
        <p data-said>{readErrorText(error, texts)}</p>
        <p data-ways>
          {isMissingOrder ? (
            <Link to="/orders" className={buttonClass('main')}>
              {textsOfBlocks(header?.blocks ?? []).text('ordersLabel', {}, '→')}
            </Link>
          ) : (
            <Button onClick={retry}>{texts.text('tryAgain', {}, '↻')}</Button>
          )}
          <Link to="/">{texts.text('toGifts', {}, 'Home')}</Link>
        </p>
      </EmptyState>
      {session ? (
        <QuietBoundary>
          <SuggestedGifts />
        </QuietBoundary>
      ) : null}
    </div>
  )
}
