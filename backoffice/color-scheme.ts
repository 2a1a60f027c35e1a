import { saveSetting, readSetting } from '#backoffice/staff-storage.ts'

export const COLOR_SCHEMES = ['system', 'light', 'dark'] as const
export type ColorScheme = (typeof COLOR_SCHEMES)[number]

export const chosenColorScheme = (): ColorScheme =>
  COLOR_SCHEMES.find((scheme) => scheme === readSetting('theme')) ?? 'system'

/** Applies and stores the choice. 'system' follows the browser's setting. */
export function applyColorScheme(scheme: ColorScheme = chosenColorScheme()): void {
  saveSetting('theme', scheme === 'system' ? null : scheme)
  if (scheme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = scheme
}
