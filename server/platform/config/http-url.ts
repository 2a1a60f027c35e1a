import { z } from 'zod'

export const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

/** Mails link to the public address, and payment providers call it. */
export function publicUrlProblems({ href, origin, hostname }: URL): string[] {
  const problems: string[] = []
  if (href !== `${origin}/`)
    problems.push('PUBLIC_URL is more than an origin (set it like https://shop.example)')
  if (/(^|\.)localhost\.?$|^127\.|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:7f/.test(hostname))
    problems.push('PUBLIC_URL is an address that only this machine can reach')
  return problems
}
