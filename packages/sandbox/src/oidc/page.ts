/** The sign-in page of the stand-in: it asks for no password, and claims what is entered about the person. */
export const signInSheet = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/stripe.css">
<title>Sign in: sandbox provider</title>
</head>
<body>
<main>
<h1>Sandbox sign-in</h1>
<form method="post" class="card">
<p><label>Email<br><input name="email" type="email" required autocomplete="off"></label></p>
<p><label>Name<br><input name="name" autocomplete="off"></label></p>
<p><label>Groups, with commas between<br><input name="groups" autocomplete="off"></label></p>
<p><label><input name="verified" type="checkbox" value="1" checked> The email is verified</label></p>
<p><button type="submit" class="primary">Sign in</button></p>
</form>
</main>
</body>
</html>
`;
