import { createContext, use } from 'react'

/** The server's error for one field of the form; null if there is no error or it names no field. */
export const FormIssue = createContext<{ field: string; sentence: string } | null>(null)

/** An error for `lines.0.code` also belongs to `lines`, the nearest field that the form shows. */
export function useIssueOf(name: string | undefined): string | null {
  const issue = use(FormIssue)
  if (issue === null || name === undefined) return null
  return issue.field === name || issue.field.startsWith(`${name}.`) ? issue.sentence : null
}
