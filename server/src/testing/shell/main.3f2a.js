/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
/* the entry script of the test shell */
console.log('shell');
