import { Component, type ReactNode } from 'react'

import { LoadError } from '#backoffice/kit/page/LoadError.tsx'

type Props = { pathname: string; children: ReactNode }
type State = { error: Error | null }

/** Shows the error of a page that failed, and keeps the menu. A new address clears the error. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null }
  static getDerivedStateFromError(error: Error): State {
    return { error }
  }
  override componentDidUpdate(previousProps: Props, previousState: State) {
    // An error of the new address itself stays.
    if (previousProps.pathname === this.props.pathname || !previousState.error) return
    // Only an update shows the new address. A key would remount pages that did not break.
    // oxlint-disable-next-line react/no-did-update-set-state
    this.setState({ error: null })
  }
  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <LoadError error={error} onRetry={() => this.setState({ error: null })} />
  }
}
