import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'

import { messageOf } from '#storefront/i18n/error-texts.ts'
import css from './LayoutBoundary.module.css'

type FrameBoundaryProps = {
  /** Another place resets the error. */
  place: string
  loading?: ReactNode
  /** Decorative content fails without an error message. */
  quiet?: boolean
  children: ReactNode
}

/** A header or footer that fails shows an error and does not affect the page. */
export function LayoutBoundary(props: FrameBoundaryProps) {
  const { reset } = useQueryErrorResetBoundary()
  return <FrameCatcher {...props} reset={reset} />
}

type CatcherProps = FrameBoundaryProps & { reset: () => void }
type CatcherState = { error: unknown; place: string }

class FrameCatcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { error: null, place: this.props.place }

  static getDerivedStateFromError(error: unknown): Partial<CatcherState> {
    return { error }
  }

  static getDerivedStateFromProps({ place, reset }: CatcherProps, state: CatcherState) {
    if (place === state.place) return null
    if (state.error !== null) reset()
    return { error: null, place }
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
