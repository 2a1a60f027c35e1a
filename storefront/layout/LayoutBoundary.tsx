import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'

import { messageOf } from '#storefront/i18n/error-texts.ts'
import css from './LayoutBoundary.module.css'

type LayoutBoundaryProps = {
  /** A change of the page resets the error. */
  pathname: string
  loading?: ReactNode
  /** Decorative content fails without an error message. */
  quiet?: boolean
  children: ReactNode
}

/** A header or footer that fails shows an error and does not affect the page. */
export function LayoutBoundary(props: LayoutBoundaryProps) {
  const { reset } = useQueryErrorResetBoundary()
  return <ErrorCatcher {...props} reset={reset} />
}

type CatcherProps = LayoutBoundaryProps & { reset: () => void }
type CatcherState = { error: unknown; pathname: string }

class ErrorCatcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { error: null, pathname: this.props.pathname }

  static getDerivedStateFromError(error: unknown): Partial<CatcherState> {
    return { error }
  }

  static getDerivedStateFromProps({ pathname, reset }: CatcherProps, state: CatcherState) {
    if (pathname === state.pathname) return null
    if (state.error !== null) reset()
    return { error: null, pathname }
  }

  override render() {
    const { error } = this.state
    if (error === null) {
      return <Suspense fallback={this.props.loading ?? null}>{this.props.children}</Suspense>
    }
    return this.props.quiet ? null : <LayoutFailure error={error} />
  }
}

export function LayoutFailure({ error }: { error: unknown }) {
  return (
    <p className={css.failed} role="alert">
      {`An error has occurred: ${messageOf(error)}`}
    </p>
  )
}
