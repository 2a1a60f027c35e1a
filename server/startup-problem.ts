/** The shop cannot open, for a reason its owner can mend: the message is one sentence that says how. */
export class StartupProblem extends Error {
  override name = 'StartupProblem'
}
