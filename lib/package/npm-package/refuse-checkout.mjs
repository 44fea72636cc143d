// Runs before `npm pack`, which would pack the sources: Node does not strip types of installed packages. It also runs
// before `npm run pack`, which makes the package.
if (['pack', 'publish'].includes(process.env.npm_command)) {
  console.error('The checkout itself is no package: `npm run pack` compiles it and makes almanac-VERSION.tgz.');
  process.exitCode = 1;
}
