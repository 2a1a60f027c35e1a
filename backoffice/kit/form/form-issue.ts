import { createContext, use } from 'react'

/** What the server said of one field of a form; null where it said nothing, or not of which. */
export const FormIssue = createContext<{ field: string; sentence: string } | null>(null)

/** `lines.0.code` is said of `lines`, too: the nearest that the form shows. */
export function useIssueOf(name: string | undefined): string | null {
  const issue = use(FormIssue)
  if (issue === null || name === undefined) return null
  return issue.field === name || issue.field.startsWith(`${name}.`) ? issue.sentence : null
}
