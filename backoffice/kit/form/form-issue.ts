import { createContext, use, useLayoutEffect } from 'react'

/** The server's error for one field of the form; null if there is no error or it names no field. */
export const FormIssue = createContext<{
  field: string
  sentence: string
  /** Called when a field shows the error. */
  onShown?: () => void
} | null>(null)

/** An error for `lines.0.code` also belongs to `lines`, the nearest field that the form shows. */
export function useIssueOf(name: string | undefined): string | null {
  const issue = use(FormIssue)
  const isHere =
    issue !== null &&
    name !== undefined &&
    (issue.field === name || issue.field.startsWith(`${name}.`))
  useLayoutEffect(() => {
    if (isHere) issue.onShown?.()
  }, [isHere])
  return isHere ? issue.sentence : null
}
