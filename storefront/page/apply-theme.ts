import { serverSite } from '#storefront/api/server-data.ts'
import { currentSession } from '#storefront/session/holder-session.ts'
import { type ThemeOption, themeProperties } from '#domain/channels/theme.ts'

let applied: string[] = []

/** Applies the colours of the session's channel. Without a session, the page already has those of the host. */
export function applyTheme(): void {
  const identity = currentSession()?.corporate_identity ?? serverSite().corporate_identity
  showTheme(identity.theme_options)
}

/** Applies these colours. A preview also shows colours that are not saved. */
export function showTheme(options: readonly ThemeOption[]) {
  const { style } = document.documentElement
  for (const name of applied) style.removeProperty(name)
  const properties = themeProperties(options)
  for (const [name, value] of properties) style.setProperty(name, value)
  applied = properties.map(([name]) => name)
}
